"""What people see: tables, hand diagrams, rule cards, progress on stderr."""
