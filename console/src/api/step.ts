/** The most points that the service tells at once. */
const MOST = 400;

/** How far apart the points of so many days are. */
export const stepOf = (days: number): "day" | "week" | "month" => (days <= MOST ? "day" : days <= MOST * 7 ? "week" : "month");
