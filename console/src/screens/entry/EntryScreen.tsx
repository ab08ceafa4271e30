import type { JSX } from "react";
export function EntryScreen(): JSX.Element { return <h1>EntryScreen</h1>; }
