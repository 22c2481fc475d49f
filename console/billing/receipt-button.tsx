import { getReceipt } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { here } from '../router.ts';

type Props = { organizationId: string; entryId: string };

/** Opens the receipt at the payment provider. Its URL is requested only on a click, because it expires. */
export const ReceiptButton = ({ organizationId, entryId }: Props) => {
  const receipt = useAction(async () => {
    const isHere = here();
    const { url } = await getReceipt(organizationId, entryId);
    if (isHere()) location.assign(url);
  });
  return (
    <>
      <Button onClick={() => receipt.run()} isBusy={receipt.isBusy}>
        Receipt
      </Button>
      <ErrorNote error={receipt.error} />
    </>
  );
};
