// Filled by the target's own files.
