/** The methods for which `routes` ("GET /v1/notes/{id}") have an entry at `path`. */
export const methodsOf = (routes: readonly string[], path: string): string[] =>
  routes.flatMap((route) => {
    const [method = '', template = ''] = route.split(' ');
    const pattern = template.split('/');
    const parts = path.split('/');
    const matches =
      pattern.length === parts.length &&
      pattern.every((part, at) => part === parts[at] || (part.startsWith('{') && parts[at] !== ''));
    return matches ? [method] : [];
  });
