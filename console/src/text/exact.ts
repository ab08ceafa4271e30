// Exact decimals: the one set-up of decimal.js that everything about money and quantities computes with.

import { Decimal } from "decimal.js";

/** Decimals wide enough that no sum a person can type is ever rounded; never shown with an exponent. */
export const Exact = Decimal.clone({ precision: 1000, toExpPos: 9e15, toExpNeg: -9e15 });

/** A value of `Exact`. */
export type Exact = Decimal;
