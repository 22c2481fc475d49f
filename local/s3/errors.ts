type Details = Readonly<Record<string, string | number>>;

/** Ends the request with S3's error document. `answer` is like `403 AccessDenied`. */
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
