/** The file cannot be cut in parts alike: it must be cut as one. */
export class NotInParts extends Error {
  override readonly name = 'NotInParts';
}
