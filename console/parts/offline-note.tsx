import { onlineManager } from '@tanstack/query-core';
import { useEffect, useState } from 'preact/hooks';

/** Tells that the network is gone. The content stays, and is reloaded when the network is back. */
export const OfflineNote = () => {
  const [isOnline, setOnline] = useState(onlineManager.isOnline());
  useEffect(() => {
    // The network may have been lost after the rendering.
    setOnline(onlineManager.isOnline());
    return onlineManager.subscribe(setOnline);
  }, []);
  return (
    <p class="band offline" role="status" hidden={isOnline}>
      {!isOnline && 'You are offline. This page continues when the connection is back.'}
    </p>
  );
};
