import { createTheme, type MantineColorsTuple } from "@mantine/core";

// Mantine wants ten shades; what is seen comes from the tokens (look/mantine.css).
const ink = Array.from({ length: 10 }, () => "#0e5f47") as unknown as MantineColorsTuple;

/** Mantine's theme: type, radius and space; its colours are those of look/tokens.css. */
export const theme = createTheme({
  primaryColor: "ink",
  colors: { ink },
  fontFamily: "var(--sans)",
  headings: { fontFamily: "var(--serif)" },
  defaultRadius: 3,
  focusRing: "auto",
  respectReducedMotion: true,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  components: {
    Button: { defaultProps: { size: "sm", variant: "filled" } },
    Modal: {
      defaultProps: {
        transitionProps: { transition: "fade", duration: 120 },
        yOffset: "8vh",
        closeButtonProps: { "aria-label": "Close" },
        // The head of a dialog is no landmark of the page.
        attributes: { header: { role: "presentation" } },
      },
    },
    Popover: { defaultProps: { transitionProps: { transition: "fade", duration: 120 } } },
    Menu: { defaultProps: { transitionProps: { transition: "fade", duration: 120 } } },
    Tooltip: { defaultProps: { transitionProps: { transition: "fade", duration: 120 }, openDelay: 300 } },
  },
});
