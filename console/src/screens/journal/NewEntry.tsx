import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { writesEntries } from "../../app/newEntry";

/** Begins an entry, for those who write some. */
export function NewEntry(): JSX.Element | null {
  if (!writesEntries()) return null;
  return (
    <Button component={Link} to="/journal/new" ml="auto">
      New entry <kbd>c</kbd>
    </Button>
  );
}
