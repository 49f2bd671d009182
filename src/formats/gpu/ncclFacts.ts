/** 22902 → 2.29.2; before 2.9 the middle number had two digits less: 2804 → 2.8.4. */
export function ncclVersion(code: number): string {
  const [big, middle] = code >= 10000 ? [10000, 100] : [1000, 100];
  return `${Math.floor(code / big)}.${Math.floor((code % big) / middle)}.${code % middle}`;
}

/**
 * Number of hosts of a device list. Where the names are masked (`localhost` for all), the device number that comes
 * most often tells how many there are.
 */
export function countNodes(devices: readonly { host: string; device: string }[]): number {
  const hosts = new Set(devices.map((device) => device.host));
  if (hosts.size > 1) return hosts.size;
  const times = new Map<string, number>();
  for (const { device } of devices) times.set(device, (times.get(device) ?? 0) + 1);
  return hosts.has('localhost') ? Math.max(1, ...times.values()) : 1;
}
