"""What a paper and an archive ask of a study: reporting checklists, and crates with the metadata of everything in them."""
