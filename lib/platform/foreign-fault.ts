/** A failure of a server that a customer chose. A retry may help; nobody here can. */
export class ForeignFault extends Error {
  override readonly name: string = 'ForeignFault';
}
