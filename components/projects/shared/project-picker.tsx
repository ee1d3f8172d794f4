/** A project in a list of choices. */
export const projectChoice = ({
  projectId,
  projectName,
}: {
  readonly projectId: string;
  readonly projectName: string;
}) => ({ value: projectId, label: projectName });
