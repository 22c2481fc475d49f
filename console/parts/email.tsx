/** An email address that breaks before its `@` if it does not fit on one line. */
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
