import { Button, Menu } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { myId } from "../api/me";
import { type View, useViews } from "../api/views";
import { useActions } from "../app/actions";
import { parseSearch, stringifySearch } from "../text/filters";
import { ViewDialog } from "./ViewDialog";

/** Filters under a name, at the filters of a list: choose one, save what is shown now, rename and delete one's own. */
export function SavedViews({
  screen,
}: {
  /** The address of the screen without its filters: `/journal`. */
  screen: string;
}): JSX.Element {
  const navigate = useNavigate();
  const query = useRouterState({ select: (state) => stringifySearch(state.location.search as Record<string, unknown>).replace(/^\?/, "") });
  const { data: views } = useViews(screen);
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<"save" | View>();
  const present = views?.find((view) => view.query === query);
  const choose = (view: View): void => void navigate({ to: screen, search: parseSearch(view.query) });
  useActions([
    ...(views ?? []).map((view) => ({ id: `view ${view.id}`, title: `View: ${view.name}`, words: "saved filters", run: () => choose(view) })),
    { id: "save-view", title: "Save these filters as a view", words: "saved views", disabled: query === "" ? "no filter is set" : undefined, run: () => setDialog("save") },
  ]);
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.5} aria-hidden />}>
            {present ? present.name : "Views"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views?.length === 0 && <Menu.Label>None yet. A view is a set of filters under a name.</Menu.Label>}
          {views?.map((view) => (
            <Menu.Item key={view.id} onClick={() => choose(view)} rightSection={<span className="dim">{view.isOwn ? (view.isShared ? "shared by you" : "yours") : "shared"}</span>}>
              <span dir="auto">{view.name}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={query === ""} onClick={() => setDialog("save")}>
            {query === "" ? "Set a filter to save it as a view" : "Save these filters…"}
          </Menu.Item>
          {present?.ownerId === myId() && <Menu.Item onClick={() => setDialog(present)}>Rename, share or delete “{present.name}”…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog && <ViewDialog screen={screen} query={query} view={dialog === "save" ? undefined : dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}
