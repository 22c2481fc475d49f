import * as z from 'zod';

const Pair = z.strictObject({ key: z.string(), value: z.string() });
const Terms = z.array(z.string());

/** The context of a request to Soniox. Its terms for translations have no equivalent here. */
const Context = z.strictObject({
  general: z.array(Pair).nullish(),
  text: z.string().nullish(),
  terms: Terms.nullish(),
  translation_terms: z.tuple([]).nullish(),
});

const contextOf = ({ general, text }: z.infer<typeof Context>): string | null =>
  [...(general ?? []).map(({ key, value }) => `${key}: ${value}`), ...(text ? [text] : [])].join('\n') ||
  null;

const signedInstead = {
  taken: [],
  refusal:
    'Deliveries are signed instead, with the secret of your webhook. Leave it out, and verify the signature.',
} as const;

/** Fields of Soniox that have no effect at these values, and the reason why no other value is accepted. */
const withoutEffect = {
  enable_language_identification: {
    taken: [true, false],
    refusal: 'Send true or false, or leave it out: each segment always has its language.',
  },
  enable_speaker_diarization: {
    taken: [false],
    refusal:
      'Earshot does not distinguish speakers. Leave this field out; multichannel transcribes the channels of a recording separately.',
  },
  language_hints_strict: {
    taken: [true, false],
    refusal: 'Send true or false, or leave it out: hints are always strict.',
  },
  webhook_auth_header_name: signedInstead,
  webhook_auth_header_value: signedInstead,
} as const satisfies Readonly<
  Record<string, { readonly taken: readonly boolean[]; readonly refusal: string }>
>;

type Name = keyof typeof withoutEffect;
const isName = (name: string): name is Name => Object.hasOwn(withoutEffect, name);

/** Not `z.record`, which leaves out a field named `__proto__`; such a field must be refused. */
const isBody = (sent: unknown): sent is Readonly<Record<string, unknown>> =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent);

/**
 * Converts a request with Soniox's field names to ours, where they mean the same: `context` in parts, its models, which
 * mean `auto`, and fields for what is always or never done here. Fields for what cannot be done are refused by name.
 * All other fields stay unchanged.
 */
export const fromSoniox = (sent: unknown, issues: z.core.$RefinementCtx): unknown => {
  if (!isBody(sent)) return sent;
  const { context, model, custom_vocabulary: vocabulary, ...rest } = sent;
  const others = Object.entries(rest).filter(([name, value]) => {
    if (!isName(name)) return true;
    const { taken, refusal } = withoutEffect[name];
    const isTaken = value === null || taken.some((one) => one === value);
    if (!isTaken)
      issues.addIssue({
        code: 'custom',
        params: { rule: 'not_offered' },
        path: [name],
        message: refusal,
        input: value,
      });
    return false;
  });
  const parts = Context.safeParse(context);
  const terms = parts.data?.terms ?? [];
  const isTheirs = typeof model === 'string' && /^stt-async-[\w-]+$/.test(model);
  return {
    ...Object.fromEntries(others),
    ...(model !== undefined && { model: isTheirs ? 'auto' : model }),
    ...(context !== undefined && { context: parts.success ? contextOf(parts.data) : context }),
    ...(vocabulary !== undefined && { custom_vocabulary: vocabulary }),
    ...(terms.length > 0 && vocabulary === undefined && { custom_vocabulary: terms }),
    ...(Array.isArray(vocabulary) && { custom_vocabulary: [...vocabulary, ...terms] }),
  };
};
