#!/usr/bin/python3
"""A window as wide as a phone, driven by WebKitWebDriver. Arguments: folder of the profile, file for
pictures. The profile gets a file `pid`.

MiniBrowser, which the driver starts by itself, is at least 447 px wide and forgets everything. SIGUSR1 writes a picture of what
stands on the display: the driver's own may never come.
"""

import os
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 360, 740
profile, picture = sys.argv[1:3]
with open(f"{profile}/pid", "w") as file:
    file.write(str(os.getpid()))

data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)

window = Gtk.Window(decorated=False)
window.set_default_size(WIDTH, HEIGHT)
window.connect("destroy", Gtk.main_quit)
# Tabs, one above the other: only the one in front is visible to its page.
tabs = Gtk.Notebook(show_tabs=False, show_border=False)
window.add(tabs)


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # As Safari has it; in an application that embeds a page it is off.
    view.get_settings().set_enable_page_cache(True)
    tabs.append_page(view)
    window.show_all()
    tabs.set_current_page(-1)
    return view


def start(_context, session):
    session.connect("create-web-view", open_view)


def take_picture():
    root = window.get_window()
    pixels = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
    # Whoever waits for the file finds it whole.
    pixels.savev(f"{picture}.part", "png", [], [])
    os.replace(f"{picture}.part", picture)
    return GLib.SOURCE_CONTINUE


context.connect("automation-started", start)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, take_picture)
Gtk.main()
