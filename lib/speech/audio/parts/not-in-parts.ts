/** The parts of the file would not get the same cuts as the whole, so it must be cut serially. */
export class NotInParts extends Error {
  override readonly name = 'NotInParts';
}
