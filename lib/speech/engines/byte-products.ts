import { readFile } from 'node:fs/promises';

/**
 * The facts that determine how a machine multiplies bytes. `cpuInfo` is the text of /proc/cpuinfo, null if there is no
 * such file.
 */
export type Processor = { readonly arch: NodeJS.Architecture; readonly cpuInfo: string | null };

/**
 * Whether a processor adds products of bytes in 32 bits. On x64 this needs an instruction of its own (VNNI). Without it,
 * ONNX Runtime adds pairs of products in 16 bits, where they overflow. An unknown x64 processor counts as lacking it.
 */
export const multipliesBytes = ({ arch, cpuInfo }: Processor): boolean =>
  arch !== 'x64' || /\bavx(?:512)?_vnni\b/.test(cpuInfo ?? '');

/** `multipliesBytes` for this machine. */
export const multipliesBytesHere = async (): Promise<boolean> => {
  const cpuInfo = await readFile('/proc/cpuinfo', 'utf8').catch(() => null);
  return multipliesBytes({ arch: process.arch, cpuInfo });
};
