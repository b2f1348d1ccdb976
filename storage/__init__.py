"""The object store port's implementations: s3, disk, memory."""
