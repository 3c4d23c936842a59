import { Component, type ReactNode } from "react";

import { t } from "./i18n/index.ts";

interface Props {
  onClose?: () => void;
  children: ReactNode;
}

/** Shows what to do when a part of the page fails to render. The rest of the page stays. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { onClose, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <div className="broken" role="alert">
        <p>{t("broken")}</p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          {t("reload")}
        </button>
        {onClose && (
          <button type="button" onClick={onClose}>
            {t("close")}
          </button>
        )}
      </div>
    );
  }
}
