// Which of the settings that a device and the server have are the newest.

import type { Settings } from "./settings";

/** Whose settings a device has, and when they were last changed there. */
export interface Stamp {
  person: string;
  at: number;
}

/** What the preferences hold of the console's own settings. */
export interface Style {
  at: number;
  settings: Partial<Settings>;
}

/**
 * Which settings count: the server's, unless this device has newer ones of the same person. Somebody else's, left on the
 * device, give way.
 */
export function newest(device: Stamp | undefined, person: string, server: Style | undefined): "device" | "server" | "same" {
  if (!server) return device?.person === person ? "device" : "same";
  if (device?.person !== person || device.at < server.at) return "server";
  return device.at > server.at ? "device" : "same";
}
