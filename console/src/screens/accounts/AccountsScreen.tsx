import type { JSX } from "react";
export function AccountsScreen(): JSX.Element { return <h1>AccountsScreen</h1>; }
