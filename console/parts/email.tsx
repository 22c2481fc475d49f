/** An address that breaks before its `@` where it does not fit a line. */
export const Email = ({ address }: { address: string }) => {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
};
