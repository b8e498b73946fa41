"""What is shipped beside the package: image, compose file, chart, feature."""
