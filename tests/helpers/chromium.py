"""The browser that pages are tested in."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Playwright

from tools.browser import ADVICE, find

ARGUMENTS: Final = [
    "--no-sandbox",  # otherwise it does not run as root, as it does in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without these every window draws a popup for its address bar, which costs as much as the page that is tested.
    # The last flag of this name is the one that counts: the rest of it is what Playwright asks for.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,"
    "HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,"
    "PreconnectToSearch,ThirdPartyStoragePartitioning",
]


class NoBrowser(Exception):
    """There is none on this machine."""


def launch(playwright: Playwright) -> Browser:
    path = find()
    if path is None:
        raise NoBrowser(ADVICE)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
