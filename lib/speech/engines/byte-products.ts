import { readFile } from 'node:fs/promises';

/** What tells how a machine multiplies bytes. `cpuInfo` is the text of /proc/cpuinfo, null where there is none. */
export type Processor = { readonly arch: NodeJS.Architecture; readonly cpuInfo: string | null };

/**
 * Whether a processor adds products of bytes in 32 bits. On x64 that takes an instruction of its own (VNNI), without which ONNX Runtime
 * adds pairs of products in 16 bits, where they overflow. Where nothing is known of an x64 processor, it is taken to lack the instruction.
 */
export const multipliesBytes = ({ arch, cpuInfo }: Processor): boolean =>
  arch !== 'x64' || /\bavx(?:512)?_vnni\b/.test(cpuInfo ?? '');

/** The same of this machine. */
export const multipliesBytesHere = async (): Promise<boolean> => {
  const cpuInfo = await readFile('/proc/cpuinfo', 'utf8').catch(() => null);
  return multipliesBytes({ arch: process.arch, cpuInfo });
};
