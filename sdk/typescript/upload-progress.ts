/** How much of an upload is sent, with the few bytes around the file. */
export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number };
