import { beforeAll, describe, expect, test } from 'vitest';
import type { Decrypt, Encrypt } from '#lib/platform/aws/kms.ts';

type Encryption = { readonly encrypt: Encrypt; readonly decrypt: Decrypt };

/** The guarantees of every `Encrypt` and `Decrypt`. `open` opens one of two keys. */
export const kmsContract = (name: string, open: (key: 'one' | 'other') => Encryption): void => {
  describe(`encryption by ${name}`, () => {
    const context = { project_id: 'prj_a', webhook_id: 'whk_a' };
    const { encrypt, decrypt } = open('one');
    let ciphertext: string;
    beforeAll(async () => {
      ciphertext = await encrypt('whsec_Zoë', context);
    });

    test('a text is decrypted with the key and context of its encryption', async () => {
      expect(await decrypt(ciphertext, context)).toBe('whsec_Zoë');
    });

    test('a ciphertext is base64 and not the text', () => {
      expect(Buffer.from(ciphertext, 'base64').toString('base64')).toBe(ciphertext);
      expect(ciphertext).not.toContain('whsec');
    });

    test.each([
      ['another value', { ...context, webhook_id: 'whk_b' }],
      ['one value less', { project_id: 'prj_a' }],
      ['no values', {}],
    ])('a context with %s decrypts nothing', async (_, other) => {
      await expect(decrypt(ciphertext, other)).rejects.toBeInstanceOf(Error);
    });

    test('a ciphertext cannot be decrypted by another key', async () => {
      await expect(open('other').decrypt(ciphertext, context)).rejects.toBeInstanceOf(Error);
    });
  });
};
