/** Shuts the engine in: no extensions, no files, no network, and no way to turn that back on. */
export const LOCKDOWN = [
  'SET autoload_known_extensions=false',
  'SET autoinstall_known_extensions=false',
  'SET enable_external_access=false',
  'SET lock_configuration=true',
];
