import { getReceipt } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';

type Props = { organizationId: string; entryId: string };

/** Opens the receipt at the payment provider. Its URL is requested only on a click, because it expires. */
export const ReceiptButton = ({ organizationId, entryId }: Props) => {
  const receipt = useAction(async () => {
    try {
      location.assign((await getReceipt(organizationId, entryId)).url);
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'There is no receipt.');
    }
  });
  return (
    <Button onClick={() => receipt.run()} isBusy={receipt.isBusy}>
      Receipt
    </Button>
  );
};
