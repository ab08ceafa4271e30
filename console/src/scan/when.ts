// Instants as the console writes them, by the clock of the device's place.

import { formatDay } from "../text/day";

const two = (number: number): string => String(number).padStart(2, "0");

/** `14:05`. */
export const formatTime = (at: string | number): string => {
  const then = new Date(at);
  return `${two(then.getHours())}:${two(then.getMinutes())}`;
};

/** `6 Dec 2010, 14:05`. */
export function formatInstant(at: string | number): string {
  const then = new Date(at);
  return `${formatDay(`${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`)}, ${formatTime(at)}`;
}
