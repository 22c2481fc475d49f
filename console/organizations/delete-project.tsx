import { deleteProject } from '../api/calls.ts';
import type { Project } from '../api/types.ts';
import { showToast } from '../parts/toast.tsx';
import { TypedConfirm } from '../parts/typed-confirm.tsx';
import { removeProject } from '../workspace.ts';

type Props = { project: Project; onClose: () => void };

export const DeleteProject = ({ project: { id, name }, onClose }: Props) => {
  const act = async () => {
    await deleteProject(id);
    onClose();
    removeProject(id);
    showToast(`${name} was deleted.`);
  };
  return (
    <TypedConfirm title="Delete project" name={name} label="Delete project" act={act} onClose={onClose}>
      <p>This cannot be undone.</p>
      <ul>
        <li>Its API keys are refused at once, in live and test mode.</li>
        <li>Live sessions are ended within minutes. What was spoken until then is charged.</li>
        <li>
          Jobs on their way are canceled and cost nothing. Texts, audio and webhooks are erased within
          minutes.
        </li>
        <li>The charges of completed jobs stay in the balance of the organization.</li>
      </ul>
    </TypedConfirm>
  );
};
