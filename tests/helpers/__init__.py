"""What tests share: positions, tables, servers, browsers. No test imports from another test module."""
