/** The sent and total bytes of an upload, including the few form bytes around the file. */
export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number };
