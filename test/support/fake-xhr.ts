type Listener = (event: { loaded: number; total: number }) => void;

/** Replaces a browser's XMLHttpRequest. The test plays the object store. */
export class FakeXhr {
  static last: FakeXhr;
  status = 0;
  responseText = '';
  opened: string[] = [];
  form: FormData | undefined;
  isAborted = false;
  readonly listeners = new Map<string, Listener>();
  readonly upload = {
    addEventListener: (type: string, listener: Listener) => this.addEventListener(type, listener),
  };
  constructor() {
    FakeXhr.last = this;
  }
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }
  open(...opened: string[]): void {
    this.opened = opened;
  }
  send(form: FormData): void {
    this.form = form;
  }
  abort(): void {
    this.isAborted = true;
  }
  say(type: string, event = { loaded: 0, total: 0 }): void {
    this.listeners.get(type)?.(event);
  }
}
