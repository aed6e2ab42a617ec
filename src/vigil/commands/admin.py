"""`vigil admin`: commands for whoever runs a table server."""

from . import admin_people, admin_tables
from .admin_options import admin

__all__ = ["admin", "admin_people", "admin_tables"]
