import type { JSX } from "react";
export function OpenItemsScreen(): JSX.Element { return <h1>OpenItemsScreen</h1>; }
