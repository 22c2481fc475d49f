/**
 * How ONNX encodes that a product of matrices with weights in 8 bits rounds its inputs to 8 bits, too: the name of the attribute, then
 * its number, 4. With 1 it multiplies floats.
 */
const name = Buffer.from('accuracy_level');
const roundsInputs = Buffer.from([0x18, 4]);
const floats = 1;

/** What of a machine tells how fast it multiplies bytes. `cpuInfo` is the text of /proc/cpuinfo, null where there is none. */
export type Processor = { readonly arch: NodeJS.Architecture; readonly cpuInfo: string | null };

/**
 * Whether a processor adds products of bytes in one instruction (VNNI on x64). Without it ONNX Runtime takes twice as long for
 * products of many rows in bytes as in floats. Where nothing is known of an instruction, the processor is taken to have it.
 */
export const multipliesBytes = ({ arch, cpuInfo }: Processor): boolean =>
  arch !== 'x64' || cpuInfo === null || /\bavx(?:512)?_vnni\b/.test(cpuInfo);

/** The same graph with the same weights in 8 bits, whose products are computed in floats. `graph` is the content of an ONNX file. */
export const withFloatProducts = (graph: Uint8Array): Uint8Array => {
  const changed = Buffer.from(graph);
  for (let at = changed.indexOf(name); at !== -1; at = changed.indexOf(name, at + 1)) {
    const value = at + name.length;
    if (changed.subarray(value, value + 2).equals(roundsInputs)) changed[value + 1] = floats;
  }
  return changed;
};
