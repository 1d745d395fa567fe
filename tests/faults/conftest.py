"""Programs that the tests start are no modules to import."""

collect_ignore = ["read_only_disk.py", "small_disk.py", "victim.py"]
