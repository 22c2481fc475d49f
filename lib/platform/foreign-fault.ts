/** A failure of a server that a customer chose. A retry may help; the operator can do nothing. */
export class ForeignFault extends Error {
  override readonly name: string = 'ForeignFault';
}
