/** A terminal that records its output. */
export const fakeTerminal = () => {
  const printed: string[] = [];
  const said: string[] = [];
  return {
    printed,
    said,
    terminal: {
      print: (line: string) => void printed.push(line),
      say: (line: string) => void said.push(line),
      update: null,
    },
  };
};
