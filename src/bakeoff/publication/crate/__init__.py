"""RO-Crates: a folder or archive of a study with the metadata of everything in it, and Croissant files of its data sets."""
