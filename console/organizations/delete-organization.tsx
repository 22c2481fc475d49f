import { deleteOrganization, getBilling } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Organization } from '../api/types.ts';
import { dollars } from '../format.ts';
import { showToast } from '../parts/toast.tsx';
import { TypedConfirm } from '../parts/typed-confirm.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { removeOrganization } from '../workspace.ts';

type Props = { organization: Organization; onClose: () => void };

export const DeleteOrganization = ({ organization: { id, name }, onClose }: Props) => {
  const billing = useQuery({ key: keyOf.billing(id), load: () => getBilling(id) });
  const act = async () => {
    const isHere = here();
    await deleteOrganization(id);
    onClose();
    if (isHere()) goTo(hashOf.home);
    removeOrganization(id);
    showToast(`${name} was deleted.`);
  };
  const { state } = billing;
  const balance = state.is === 'ready' ? state.value.balance_usd : '0';
  return (
    <TypedConfirm
      title="Delete organization"
      name={name}
      label="Delete organization"
      act={act}
      onClose={onClose}
    >
      <p>This cannot be undone. All its members lose access at once.</p>
      {Number(balance) > 0 && (
        <p class="note bad">Its credit of {dollars(balance)} is lost: it is neither refunded nor moved.</p>
      )}
      {state.is === 'failed' && (
        <p class="note bad">Remaining credit is lost: it is neither refunded nor transferred.</p>
      )}
      <p class="quiet">The operator of this service keeps its payments, charges and audit log.</p>
    </TypedConfirm>
  );
};
