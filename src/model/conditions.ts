/** A condition as a few words: `AR on`, `ppn 56`, `UCX 1.8`, but `InfiniBand` and not `network InfiniBand`. */
export function named(key: string, value: string): string {
  return /^(on|off|v?[\d<>~].*)$/.test(value) ? `${key} ${value}` : value;
}
