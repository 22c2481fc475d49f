const nameOf = (projectId: string): string => `first-steps-hidden/${projectId}`;

export const isDismissed = (projectId: string): boolean => {
  try {
    return localStorage.getItem(nameOf(projectId)) !== null;
  } catch {
    return false;
  }
};

/** Hides the first steps of a project in this browser. */
export const dismiss = (projectId: string): void => {
  try {
    localStorage.setItem(nameOf(projectId), 'yes');
  } catch {
    // Without storage, the steps are shown again after a reload.
  }
};
