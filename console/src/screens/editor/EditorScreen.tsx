import type { JSX } from "react";
export function NewEntryScreen(): JSX.Element { return <h1>NewEntryScreen</h1>; }
export function EditEntryScreen(): JSX.Element { return <h1>EditEntryScreen</h1>; }
