type Payload = Record<string, unknown> & {
  readonly uid?: string;
  readonly grantId?: string;
  consumed?: number;
};
type Entry = { readonly payload: Payload; readonly expiresAt: number };

/** The provider's store of short-lived items: codes, sessions, sign-in attempts. */
export const memoryStore = (now: () => number = Date.now) => {
  const models = new Map<string, Map<string, Entry>>();

  return (model: string) => {
    const entries = models.get(model) ?? new Map<string, Entry>();
    models.set(model, entries);

    const find = async (id: string): Promise<Payload | undefined> => {
      const one = entries.get(id);
      if (one && one.expiresAt > now()) return one.payload;
      entries.delete(id);
      return undefined;
    };
    return {
      find,
      findByUid: async (uid: string): Promise<Payload | undefined> =>
        [...entries.values()].find(({ payload, expiresAt }) => payload.uid === uid && expiresAt > now())
          ?.payload,
      // Only the device flow, which is off, needs this method.
      findByUserCode: async (): Promise<undefined> => undefined,
      upsert: async (id: string, payload: Payload, expiresInSeconds: number): Promise<void> => {
        for (const [old, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(old);
        entries.set(id, { payload, expiresAt: now() + expiresInSeconds * 1000 });
      },
      consume: async (id: string): Promise<void> => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id: string): Promise<void> => {
        entries.delete(id);
      },
      revokeByGrantId: async (grantId: string): Promise<void> => {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
      },
    };
  };
};
