type Payload = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number };
type Kept = { payload: Payload; expiresAt: number };

/** Where the provider keeps what lives for minutes: codes, sessions of its own, attempts to sign in. */
export const memoryStore = (now: () => number = Date.now) => {
  const models = new Map<string, Map<string, Kept>>();

  return (model: string) => {
    const kept = models.get(model) ?? new Map<string, Kept>();
    models.set(model, kept);

    const find = async (id: string): Promise<Payload | undefined> => {
      const one = kept.get(id);
      if (one && one.expiresAt > now()) return one.payload;
      kept.delete(id);
      return undefined;
    };
    return {
      find,
      findByUid: async (uid: string): Promise<Payload | undefined> =>
        [...kept.values()].find(({ payload, expiresAt }) => payload.uid === uid && expiresAt > now())
          ?.payload,
      // Of a kind of flow that is off.
      findByUserCode: async (): Promise<undefined> => undefined,
      upsert: async (id: string, payload: Payload, expiresInSeconds: number): Promise<void> => {
        for (const [old, { expiresAt }] of kept) if (expiresAt <= now()) kept.delete(old);
        kept.set(id, { payload, expiresAt: now() + expiresInSeconds * 1000 });
      },
      consume: async (id: string): Promise<void> => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id: string): Promise<void> => {
        kept.delete(id);
      },
      revokeByGrantId: async (grantId: string): Promise<void> => {
        for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
};
