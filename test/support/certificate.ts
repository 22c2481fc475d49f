import { generateKeyPairSync, sign } from 'node:crypto';

const tlv = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(contents);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...contents: readonly Buffer[]) => tlv(0x30, ...contents);
const objectId = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const whole = (value: number) => tlv(0x02, Buffer.from([value]));
const octets = (content: Buffer) => tlv(0x04, content);
const yes = tlv(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const commonName = (name: string) =>
  sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, Buffer.from(name)))));
const extension = (id: string, content: Buffer, ...critical: readonly Buffer[]) =>
  sequence(objectId(id), ...critical, octets(content));
const time = (at: Date) => tlv(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));

const day = 86_400_000;

/** A key and a self-signed certificate (RFC 5280) in PEM, which clients can use as their certificate authority. */
export const selfSigned = (
  name: string,
  expires = new Date(Date.now() + day),
): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = sequence(
    tlv(0xa0, whole(2)),
    whole(1),
    ecdsaWithSha256,
    commonName('Test authority'),
    sequence(time(new Date(expires.getTime() - 2 * day)), time(expires)),
    commonName('Test authority'),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      sequence(
        extension('551d13', sequence(yes), yes),
        extension('551d11', sequence(tlv(0x82, Buffer.from(name)))),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
};
