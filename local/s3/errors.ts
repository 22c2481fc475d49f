type Details = Readonly<Record<string, string | number>>;

/** Stops the call: the client gets all of it as S3's error document. `answer` is like `403 AccessDenied`. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Details;

  constructor(answer: `${number} ${string}`, message: string, details: Details = {}) {
    super(message);
    this.status = Number(answer.slice(0, 3));
    this.code = answer.slice(4);
    this.details = details;
  }
}
