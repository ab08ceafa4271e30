import type { JSX } from "react";
export function StatementScreen(): JSX.Element { return <h1>StatementScreen</h1>; }
