metadata description = 'The Event Grid topic of the uploads; the postdeploy hook subscribes the app to it.'

@description('Name of the topic.')
param name string

@description('Region of the storage account, which the topic shares.')
param location string

@description('Tags.')
param tags object

@description('The storage account.')
param storageAccountId string

resource topic 'Microsoft.EventGrid/systemTopics@2025-02-15' = {
  name: name
  location: location
  tags: tags
  properties: {
    source: storageAccountId
    topicType: 'Microsoft.Storage.StorageAccounts'
  }
}

@description('Name of the topic.')
output name string = topic.name
