"""The foundation for text: one of each tool. It knows the model and nothing above it."""
